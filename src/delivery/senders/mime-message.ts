import MailComposer from 'nodemailer/lib/mail-composer';
import { type Letter } from '../emails/domain/mailer.js';

/**
 * The bytes of an email: a text and an HTML part to choose from, and the attachments. Whatever a letter holds, it stays
 * within its header or part: line ends in headers are taken out, what is not ASCII is encoded.
 */
export async function mimeMessage(letter: Letter, date: Date): Promise<Buffer> {
  const { from, to, subject, html, text, attachments, messageId, unsubscribeUrl } = letter;
  const composer = new MailComposer({
    from: { name: oneLine(from.name ?? ''), address: from.address },
    to: { name: '', address: to },
    subject: oneLine(subject),
    html,
    text,
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename: oneLine(filename),
      contentType,
      content,
      contentDisposition: 'attachment',
    })),
    // The same bytes on every attempt, but for the date.
    baseBoundary: letter.id,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** One click in the recipient's program posts to the address (RFC 8058). */
function unsubscribeHeaders(url: string | null) {
  if (url === null) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${new URL(url).href}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
