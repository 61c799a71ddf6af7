import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceiverIdentity } from './receiver-identity.js';

/** A received webhook. */
export interface ReceivedWebhook {
  /** A header by its name in lower case; empty if it is missing. */
  readonly header: (name: string) => string;
  readonly body: string;
  /** The basic credentials as `username:password`; null if there are none. */
  readonly credentials: string | null;
}

/** Handles a webhook and returns the HTTP status of the answer. */
export type AnswerWebhook = (webhook: ReceivedWebhook) => number;

/** An HTTPS server on 127.0.0.1 that receives webhooks, for the demo and for manual trials. */
export class WebhookReceiver {
  private constructor(private readonly server: Server) {}

  /**
   * Listens on the port.
   * @throws Error with the code EADDRINUSE when it is taken
   */
  static async open(
    { pem }: ReceiverIdentity,
    port: number,
    answer: AnswerWebhook,
  ): Promise<WebhookReceiver> {
    const server = createServer({ key: pem, cert: pem }, (request, response) => {
      webhookOf(request).then(
        (webhook) => response.writeHead(answer(webhook)).end(),
        () => response.destroy(),
      );
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/webhooks`;
  }

  /** The value of WEBHOOK_EGRESS_ALLOW that allows exactly this receiver. */
  get allow(): string {
    return `127.0.0.1/32:${this.port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

async function webhookOf(request: IncomingMessage): Promise<ReceivedWebhook> {
  const { headers } = request;
  const [, basic] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
  return {
    header: (name) => String(headers[name] ?? ''),
    body: await text(request),
    credentials: basic === undefined ? null : Buffer.from(basic, 'base64').toString(),
  };
}
