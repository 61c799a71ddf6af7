import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Sends one message, and returns the reply: 250, or the code of the refusal. */
export async function sendByLmtp(port: number, to: string, message: string): Promise<number> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true });
  const failed = new Promise<never>((_resolve, reject) => connection.once('error', reject));
  const sent = (async () => {
    await new Promise<void>((resolve) => connection.connect(() => resolve()));
    return new Promise<number>((resolve) => {
      connection.send({ from: '', to }, message, (error) => resolve(error === null ? 250 : codeOf(error)));
    });
  })();
  try {
    return await Promise.race([sent, failed]);
  } finally {
    connection.close();
  }
}

function codeOf(error: Error): number {
  return 'responseCode' in error ? Number(error.responseCode) : 0;
}
