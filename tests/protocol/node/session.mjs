// One session of a TypeScript client with a server over standard input and output, as a line of JSON.
//
//     node session.mjs CLIENT MODE PROGRAM ARGUMENT…
//
// CLIENT is `sdk` (the 1.x line) or `client` (2.x); MODE says how 2.x settles on a revision: `legacy`, `auto`, or
// the revision itself. The packages are looked for in the folder that the script lies in.

const [kind, mode, command, ...args] = process.argv.slice(2);
const whose = { name: 'session', version: '1' };
const server = { command, args, env: process.env };

async function connected() {
  if (kind === 'sdk') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    return [new Client(whose), new StdioClientTransport(server)];
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const versionNegotiation = { mode: mode === 'legacy' || mode === 'auto' ? mode : { pin: mode } };
  return [new Client(whose, { versionNegotiation }), new StdioClientTransport(server)];
}

async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return { code: error.code, message: error.message };
  }
  return null;
}

function isGone(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return false;
}

const [client, transport] = await connected();
await client.connect(transport);
const call = (query, more = {}) => client.callTool({ name: 'search_examples', arguments: { query, ...more } });
const template = 'patternbook://{corpus}/{+id}';
const seen = {
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  // With these, the client checks each answer against the output schema.
  tools: (await client.listTools()).tools,
  found: await call('Counter', { limit: 3 }),
  refused: await call(' '),
  resources: (await client.listResources()).resources,
  templates: (await client.listResourceTemplates()).resourceTemplates,
  together: await Promise.all(Array.from({ length: 20 }, (_, n) => call(`counter${n + 1}`, { limit: 1 }))),
  completed: await client.complete({
    ref: { type: 'ref/resource', uri: template },
    argument: { name: 'id', value: 'ledger' },
  }),
  absent: await failure(client.readResource({ uri: 'patternbook://Shop%20Floor/none' })),
  unknown: await failure(client.callTool({ name: 'find', arguments: {} })),
};
seen.read = await client.readResource({ uri: seen.found.structuredContent.results[0].uri });
const { pid } = transport;
await client.close();
seen.gone = isGone(pid);
process.stdout.write(`${JSON.stringify(seen)}\n`);
