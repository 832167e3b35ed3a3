"""The part of docs/connect.md that is made from the table of clients.

``python tests/connect_page.py`` writes it anew; a test compares.
"""

from __future__ import annotations

from pathlib import Path

from patternbook.cli.clients import Client, Start, all_clients

PAGE = Path(__file__).parent.parent / "docs" / "connect.md"
BEGIN, END = "<!-- clients: made by tests/connect_page.py -->", "<!-- end of clients -->"
START = Start("/path/to/patternbook", ("mcp",))
URL = "http://127.0.0.1:8765/mcp"


def page() -> str:
    """The page as it has to be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{clients()}\n\n{END}{after}"


def clients() -> str:
    """What is said of all clients."""
    return "\n\n".join(_section(client) for client in all_clients().values())


def _section(client: Client) -> str:
    parts = [f"## {client.title}", f"`patternbook mcp --print-config {client.id}`, to put in:"]
    parts.append("\n".join(f"- {file}" for file in client.files))
    parts.append(_block(client.format, client.configuration(START)))
    if client.shell:
        parts += ["Or by a command:", _block("bash", client.shell_command(START))]
    if client.note:
        parts.append(client.note)
    if client.address is not None:
        parts += ["With `--http`:", _block(client.format, client.configuration(URL))]
    return "\n\n".join(parts)


def _block(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
