"""The tools as a low-level server of the MCP SDK, for any transport."""

from __future__ import annotations

import logging
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter, to_thread
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    ResourceTemplateReference,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from patternbook.errors import PatternbookError
from patternbook.server import catalogue, describe
from patternbook.server.structured import INPUT_SCHEMA, OUTPUT_SCHEMA
from patternbook.server.tools import Context, Reply, read_example, search_examples
from patternbook.server.uris import TEMPLATE, uri_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

    from patternbook.book import Volume
    from patternbook.model import Example

    Request = ServerRequestContext[Any, Any]

NAME = "patternbook"
TOOL = "search_examples"
_MARKDOWN = "text/markdown"
_FRESH = CacheHint(ttl_ms=300_000, scope="public")
_log = logging.getLogger(__name__)


def build_server(context: Context, *, threaded: bool = True) -> Server[Any]:
    """Return a server that answers from a book. It keeps no state between requests.

    Args:
        context: what the tools work with.
        threaded: whether searches run in a thread, where one that takes too long can be given up; else they
            run in the event loop, which answers about a quarter more calls in the same processor time.
    """
    handlers = _Handlers(context, threaded=threaded)
    return Server(
        NAME,
        version=_version(),
        title="Patternbook",
        instructions=describe.instructions(context.book),
        cache_hints={
            "tools/list": _FRESH,
            "resources/list": _FRESH,
            "resources/templates/list": _FRESH,
            "resources/read": _FRESH,
        },
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_resource_templates,
        on_read_resource=handlers.read_resource,
        on_completion=handlers.complete,
    )


class _Handlers:
    def __init__(self, context: Context, *, threaded: bool) -> None:
        self._context = context
        self._threaded = threaded
        # Searches are pure computation: side by side they would only slow each other down.
        self._turn = CapacityLimiter(1)
        self._tool = Tool(
            name=TOOL,
            title=describe.TITLE,
            description=describe.tool_description(context.book),
            input_schema=INPUT_SCHEMA,
            output_schema=None if context.options.text_only else OUTPUT_SCHEMA,
            annotations=ToolAnnotations(
                title=describe.TITLE,
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=False,
            ),
        )

    async def list_tools(self, _: Request, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[self._tool])

    async def call_tool(self, _: Request, params: CallToolRequestParams) -> CallToolResult:
        if params.name != TOOL:
            raise MCPError(INVALID_PARAMS, f"no tool has the name {params.name[:80]!r}; there is {TOOL!r}")
        search = partial(search_examples, self._context, params.arguments or {})
        try:
            reply = await self._run(search)
        except PatternbookError as error:
            # What was to be searched could not be indexed: that is told where the server ends.
            reply = Reply(str(error), is_error=True)
        except Exception:  # noqa: BLE001 — whatever it is, the client gets an answer and the log the details
            _log.exception("a search failed")
            reply = Reply(
                "The search failed by a fault of the server; its log has the details.", is_error=True
            )
        return CallToolResult(
            content=[TextContent(text=reply.text)], structured_content=reply.data, is_error=reply.is_error
        )

    async def _run(self, search: Callable[[], Reply]) -> Reply:
        if not self._threaded:
            return search()
        # Abandoned, so that a search that takes too long cannot hold the process at its end.
        return await to_thread.run_sync(search, abandon_on_cancel=True, limiter=self._turn)

    async def list_resources(self, _: Request, params: PaginatedRequestParams | None) -> ListResourcesResult:
        try:
            page = catalogue.page(self._context.book, params.cursor if params else None)
        except PatternbookError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        return ListResourcesResult(
            resources=[_resource(volume, example) for volume, example in page.entries],
            next_cursor=page.next_cursor,
        )

    async def list_resource_templates(
        self, _: Request, __: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        template = ResourceTemplate(
            name="example",
            title="Code example",
            uri_template=TEMPLATE,
            description="One example whole: code, explanation, where it comes from, how it was validated.",
            mime_type=_MARKDOWN,
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(self, _: Request, params: ReadResourceRequestParams) -> ReadResourceResult:
        try:
            text = read_example(self._context.book, params.uri)
        except PatternbookError as error:
            raise MCPError(INVALID_PARAMS, str(error), {"uri": params.uri}) from None
        return ReadResourceResult(
            contents=[TextResourceContents(uri=params.uri, mime_type=_MARKDOWN, text=text)]
        )

    async def complete(self, _: Request, params: CompleteRequestParams) -> CompleteResult:
        if not isinstance(params.ref, ResourceTemplateReference):
            raise MCPError(INVALID_PARAMS, f"nothing to complete but the parts of {TEMPLATE}")
        chosen = (params.context.arguments if params.context else None) or {}
        found = catalogue.complete(
            self._context.book, params.argument.name, params.argument.value, chosen.get("corpus")
        )
        return CompleteResult(
            completion=Completion(
                values=list(found.values), total=found.total, has_more=found.total > len(found.values)
            )
        )


def _resource(volume: Volume, example: Example) -> Resource:
    return Resource(
        uri=uri_of(volume.source.name, example.id),
        name=example.id,
        title=example.title,
        description=example.category,
        mime_type=_MARKDOWN,
    )


def _version() -> str:
    try:
        return version(NAME)
    except PackageNotFoundError:
        return ""
