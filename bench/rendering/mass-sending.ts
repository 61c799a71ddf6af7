import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withTitle } from '../../src/email/composing/html-head.js';
import type { MailMessage } from '../../src/email/domain/mailer.js';
import { mimeMessage } from '../../src/email/smtp/mime-message.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import { recipient } from './people.js';

const TEMPLATE = path.resolve('bench/rendering/templates/document.mjml');
const SLICES = 5;
const PEOPLE = 1_000;
const MICROSECONDS = 1e6;

/**
 * Renders emails of one template, from each recipient's data to the bytes for the relay. Returns emails per second of
 * CPU, in slices.
 */
export async function massSending(emails: number): Promise<readonly number[]> {
  const renderer = await Renderer.load();
  const source = new TemplateSource('mjml', 'hbs', readFileSync(TEMPLATE, 'utf8'));
  const people = Array.from({ length: PEOPLE }, (_, number) => recipient(number));
  const date = new Date();
  const send = async (number: number) => {
    const { html, text } = await renderer.renderBytes(source, people[number % PEOPLE] ?? {});
    return mimeMessage(messageTo(number, Buffer.from(html.buffer).toString(), text), date);
  };
  for (let number = 0; number < PEOPLE; number++) await send(number);
  const rates: number[] = [];
  const perSlice = Math.ceil(emails / SLICES);
  for (let slice = 0; slice < SLICES; slice++) {
    const before = process.cpuUsage();
    for (let number = 0; number < perSlice; number++) await send(slice * perSlice + number);
    const { user, system } = process.cpuUsage(before);
    rates.push((perSlice * MICROSECONDS) / (user + system));
  }
  return rates;
}

function messageTo(number: number, html: string, text: string): MailMessage {
  const id = `019b0000-1234-7abc-8def-${String(number).padStart(12, '0')}`;
  const subject = `Offer no. ${number}`;
  return {
    id,
    messageId: `<${id}@livery.example>`,
    from: { name: 'Nordic Timber AB', address: 'documents@livery.example' },
    envelopeFrom: 'documents@livery.example',
    isPartnersEnvelope: false,
    feedbackId: '7101:1:document:livery',
    dkim: null,
    replyTo: null,
    to: `person${number}@client.example`,
    subject,
    html: withTitle(html, subject),
    text,
    attachments: [],
    unsubscribe: { url: `https://livery.example/unsubscribe/${number}`, isOneClick: true },
  };
}
