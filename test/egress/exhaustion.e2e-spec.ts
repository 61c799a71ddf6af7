import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type NameServer, startNameServer } from '../support/name-server.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

const SENDER = fileURLToPath(new URL('crowded-sender.mjs', import.meta.url));

describe('A service that has run out of file descriptors', () => {
  let receiver: Receiver;
  let names: NameServer;

  beforeAll(async () => {
    receiver = await startReceiver();
    names = await startNameServer({ 'receiver.test': ['127.0.0.1'] });
  });

  afterAll(async () => {
    await names.stop();
    await receiver.stop();
  });

  it('treats that as an internal fault, for any use of a descriptor, and delivers once there are some again', async () => {
    const env = {
      PATH: process.env['PATH'],
      WEBHOOK_CA_FILE: receiver.caFile,
      WEBHOOK_EGRESS_ALLOW: `${receiver.allow},localhost`,
      WEBHOOK_DNS_SERVERS: names.address,
    };
    const urls = [receiver.url, receiver.urlOf('receiver.test'), receiver.urlOf('localhost')];
    const command = `ulimit -n 1000; exec "${process.execPath}" "${SENDER}" ${urls.join(' ')}`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], { env });
    const { crowded, relieved } = JSON.parse(stdout);
    expect(crowded).toMatchObject([
      { kind: 'local fault', error: 'connect', reason: expect.stringContaining('EMFILE') },
      { kind: 'local fault', error: 'dns' },
      { kind: 'local fault', error: 'dns', reason: expect.stringContaining('EMFILE') },
    ]);
    expect(relieved).toMatchObject(urls.map(() => ({ kind: 'answered', status: 204 })));
    expect(receiver.requests).toHaveLength(urls.length);
  });
});
