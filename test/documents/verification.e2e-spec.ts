import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventOf, report, subscribe } from '../delivery/deliveries.js';
import { startApp, TestApp } from '../support/app.js';
import { codeBlock } from '../support/document-code.js';
import { type ReceivedRequest, Receiver, startReceiver } from '../support/receiver.js';

interface Question {
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
  readonly secret: string;
}

interface Language {
  readonly command: string;
  readonly file: string;
  /**
   * The program around the block of docs/delivery.md: reads a question from standard input, and writes true or false.
   */
  readonly program: (block: string) => string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Node: {
    command: process.execPath,
    file: 'verify.mjs',
    program: (block) => `${block}
import { readFileSync } from 'node:fs';
const { headers, body, secret } = JSON.parse(readFileSync(0, 'utf8'));
console.log(isGenuine(headers, Buffer.from(body, 'base64'), secret));
`,
  },
  Python: {
    command: 'python3',
    file: 'verify.py',
    program: (block) => `${block}
import json, sys
from email.message import Message
question = json.load(sys.stdin)
headers = Message()
for name, value in question["headers"].items():
    headers[name.title()] = value
print("true" if is_genuine(headers, base64.b64decode(question["body"]), question["secret"]) else "false")
`,
  },
  PHP: {
    command: 'php',
    file: 'verify.php',
    program: (block) => `<?php
${block}
$question = json_decode(stream_get_contents(STDIN), true);
foreach ($question['headers'] as $name => $value) {
    $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
}
echo is_genuine(base64_decode($question['body']), $question['secret']) ? 'true' : 'false';
`,
  },
};
const BLOCKS = { Node: 'export function isGenuine', Python: 'def is_genuine', PHP: 'function is_genuine' };

describe('The checks that docs/delivery.md recommends to receivers', () => {
  let app: TestApp;
  let receiver: Receiver;
  let folder: string;
  let genuine: Question;
  let rotated: Question;
  let secretAfterwards: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'livery-verify-'));
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment });
    const partner = await app.partner();
    const { id } = await subscribe(app, partner, receiver, { includePaths: ['*'] });
    const call = (method: string, action: string) =>
      app.request(method, `/partner/webhookSubscription/${id}/secret${action}`, { key: partner.key });
    const { secret } = (await call('GET', '')).body;
    const data = { name: 'Straße 😀' };
    await report(app, eventOf(partner, { data }));
    genuine = questionOf(await receiver.next(), secret);
    secretAfterwards = (await call('POST', '/rotate')).body.secret;
    await report(app, eventOf(partner, { data }));
    rotated = questionOf(await receiver.next(), secret);
  });

  afterAll(async () => {
    await app.stop();
    await receiver.stop();
    await rm(folder, { recursive: true });
  });

  describe.each(Object.entries(LANGUAGES))('in %s', (name, { command, file, program }) => {
    const isThere = spawnSync(command, ['--version']).status === 0;
    const check = isThere ? it : it.skip;

    const answerTo = async (question: Question): Promise<string> => {
      const script = path.join(folder, file);
      const block = await codeBlock('docs/delivery.md', BLOCKS[name as keyof typeof BLOCKS]);
      await writeFile(script, program(block));
      const { stdout, stderr } = spawnSync(command, [script], {
        input: JSON.stringify(question),
        encoding: 'utf8',
      });
      return stdout.trim() + stderr;
    };

    check('takes a real delivery for genuine', async () => {
      expect(await answerTo(genuine)).toBe('true');
    });

    check('takes one for genuine under either secret after a rotation', async () => {
      expect(await answerTo(rotated)).toBe('true');
      expect(await answerTo({ ...rotated, secret: secretAfterwards })).toBe('true');
    });

    check('takes none for genuine that was changed, is old, or is signed with another secret', async () => {
      const changedBody = Buffer.from(genuine.body, 'base64').toString().replace('Straße', 'Strasse');
      const hourAgo = String(Math.floor(Date.now() / 1000) - 3600);
      const withHeaders = (headers: Record<string, string>) => ({
        ...genuine,
        headers: { ...genuine.headers, ...headers },
      });
      const forged = [
        { ...genuine, body: Buffer.from(changedBody).toString('base64') },
        { ...genuine, secret: `whsec_${randomBytes(32).toString('base64')}` },
        { ...genuine, headers: {} },
        withHeaders({ 'webhook-id': 'another' }),
        withHeaders({ 'webhook-timestamp': hourAgo }),
        withHeaders({ 'webhook-timestamp': 'now' }),
        withHeaders({ 'webhook-signature': 'v1,AAAA' }),
        withHeaders({ 'webhook-signature': 'nonsense' }),
      ];
      for (const question of forged) expect(await answerTo(question)).toBe('false');
    });
  });
});

function questionOf({ headers, body }: ReceivedRequest, secret: string): Question {
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return {
    headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
    body: body.toString('base64'),
    secret,
  };
}
