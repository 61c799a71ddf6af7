import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, subscribe } from '../delivery/deliveries.js';
import type { Answer, ReceivedRequest } from '../support/receiver.js';
import { freePort } from '../support/service-process.js';
import { describeConsole } from './console-visit.js';

/** The languages whose receivers run. Only Node is installed everywhere; to add others: RECEIVERS=Node,PHP,Ruby. */
const LANGUAGES = (process.env.RECEIVERS ?? 'Node').split(',');
const FILES: Readonly<Record<string, string>> = {
  Node: 'receiver.mjs',
  Python: 'receiver.py',
  Go: 'main.go',
  PHP: 'receiver.php',
  Ruby: 'receiver.rb',
};

/** A receiver that runs the code shown in the console. The test's own receiver, which has a certificate, calls it. */
class ShownReceiver {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
    private readonly url: string,
  ) {}

  static async run(language: string, code: string): Promise<ShownReceiver> {
    const folder = await mkdtemp(path.join(tmpdir(), 'livery-receiver-'));
    const port = await freePort();
    const file = FILES[language] ?? '';
    await writeFile(path.join(folder, file), code.replace('8080', String(port)));
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    const commands: Readonly<Record<string, readonly string[]>> = {
      Node: [process.execPath, file],
      Python: ['python3', '-m', 'flask', '--app', file, 'run', '--port', String(port)],
      PHP: ['php', '-S', `127.0.0.1:${port}`, file],
      Ruby: ['ruby', file, '-p', String(port)],
      Go: ['sh', '-c', 'go mod init receiver && go mod tidy && go build -o receiver && exec ./receiver'],
    };
    const [command = '', ...args] = commands[language] ?? [];
    const started = spawn(command, args, { cwd: folder, stdio: 'ignore' });
    const receiver = new ShownReceiver(folder, started, `http://127.0.0.1:${port}/`);
    await eventually(
      () => receiver.statusOf({}, Buffer.from('{}')),
      (status) => status === 401,
    );
    return receiver;
  }

  answer({ headers, body }: ReceivedRequest): Answer {
    let status = 0;
    const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
    const after = this.statusOf(
      Object.fromEntries(signed.map(([name, value]) => [name, String(value)])),
      body,
    ).then((taken) => (status = taken));
    return {
      after,
      get status() {
        return status;
      },
    };
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
    await rm(this.folder, { recursive: true });
  }

  /** The status of its answer; 0 while it does not listen yet. */
  private async statusOf(headers: Record<string, string>, body: Buffer): Promise<number> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    return fetch(this.url, init).then(
      ({ status }) => status,
      () => 0,
    );
  }
}

describeConsole(
  'The receivers that the console shows',
  async () => ({}),
  (visit) => {
    const methods = [
      ['hmac', 'Signing secret'],
      ['ed25519', 'Public key'],
    ] as const;

    it.each(methods)('accept webhooks signed with %s, and refuse others', async (signing, label) => {
      const { app, partner, receiver, visitor } = visit;
      const { page } = visitor;
      const { id } = await subscribe(app, partner, receiver, { signing });
      await visit.enter();
      await visit.goToAddress(`#/subscriptions/${id}/test`);
      await visitor.press('Show: Signing secret');
      await page.getByLabel(label, { exact: true }).waitFor();
      for (const language of LANGUAGES) {
        await visitor.press(language);
        const code = (await page.getByLabel('Verify the signature', { exact: true }).textContent()) ?? '';
        const shown = await ShownReceiver.run(language, code);
        receiver.answer = (request) => shown.answer(request);
        await visitor.press('Try the receiver');
        await page.getByText(/^The receiver accepted it: 204 after /).waitFor();
        receiver.answer = (request) => shown.answer({ ...request, body: Buffer.from('{"type":"forged"}') });
        await visitor.press('Try the receiver');
        await page.getByText('The receiver refused it with 401.').waitFor();
        await shown.stop();
      }
    });
  },
);
