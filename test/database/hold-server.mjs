// Uses the embedded server until it is told to stop. Prints its two addresses once they are known.
import { EmbeddedServer } from '../../dist/src/database/embedded-server.js';

const server = await EmbeddedServer.open(JSON.parse(process.argv[2]));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void server.release().then(() => process.exit(0)));
}
process.stdout.write(`${server.url} ${server.adminUrl}\n`);
setInterval(() => undefined, 60_000);
