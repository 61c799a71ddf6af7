import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';

// A process that only gives messages to nodemailer, for comparison in the scenario `emails`. It prints its CPU time in
// microseconds when the last message is accepted.

const [port, caFile, emails, attachmentBytes, connections] = process.argv.slice(2);
const html = `<!doctype html><html><body>${'<p>The document is ready for you.</p>'.repeat(400)}</body></html>`;
const text = 'The document is ready for you.\n'.repeat(40);
const content = Buffer.alloc(Number(attachmentBytes), 'offer ');

const transport = createTransport({
  host: '127.0.0.1',
  port: Number(port),
  pool: true,
  maxConnections: Number(connections),
  maxMessages: Infinity,
  requireTLS: true,
  tls: { ca: readFileSync(String(caFile)) },
});
const before = process.cpuUsage();
await Promise.all(
  Array.from({ length: Number(emails) }, (_, number) =>
    transport.sendMail({
      from: 'documents@livery.example',
      to: `alone-${number}@client.example`,
      subject: 'Your document',
      html,
      text,
      attachments: [{ filename: 'offer.pdf', contentType: 'application/pdf', content }],
    }),
  ),
);
transport.close();
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${user + system}\n`);
