import { type ReceivedWebhook, WebhookReceiver } from './receiver/webhook-receiver.js';
import type { ReceiverIdentity } from './receiver/receiver-identity.js';
import { signatureVerdict } from './receiver/signature-check.js';

/** A webhook that came to the demo's receiver, and how it was answered. */
export interface Arrival {
  readonly status: number;
  /** The results of checking signature and credentials. */
  readonly verdict: string;
  readonly body: string;
}

const GENUINE = 'signature ok, basic credentials ok';

/** The partner's side of the demo: checks webhooks, and refuses those about one document once. */
export class DemoReceiver {
  /** The basic credentials that every webhook must have. */
  readonly username = 'livery-demo';
  /** The signing secret of the subscription, once it is known. */
  secret = '';
  /** Called with webhooks about other documents than the demo's. */
  onArrival: (arrival: Arrival) => void = () => undefined;
  private readonly expected = new Map<string, Arrival[]>();
  private receiver: WebhookReceiver | null = null;

  constructor(readonly password: string) {}

  /** Listens on the last port if it is free, otherwise on any other. */
  async open(identity: ReceiverIdentity, lastPort = 0): Promise<WebhookReceiver> {
    const answer = (webhook: ReceivedWebhook): number => this.answer(webhook);
    this.receiver = await WebhookReceiver.open(identity, lastPort, answer).catch(() =>
      WebhookReceiver.open(identity, 0, answer),
    );
    return this.receiver;
  }

  /** Refuses the first webhook about a document. Returns the document's webhooks, a list that grows with each. */
  refuseOnce(typeId: string): readonly Arrival[] {
    const arrivals: Arrival[] = [];
    this.expected.set(typeId, arrivals);
    return arrivals;
  }

  close(): void {
    this.receiver?.close();
  }

  private answer(webhook: ReceivedWebhook): number {
    const arrivals = this.expected.get(typeIdOf(webhook.body));
    const verdict = `${signatureVerdict(webhook, this.secret)}, ${this.judge(webhook.credentials)}`;
    const status = verdict !== GENUINE ? 401 : arrivals?.length === 0 ? 503 : 204;
    const arrival = { status, verdict, body: webhook.body };
    if (arrivals === undefined) this.onArrival(arrival);
    else arrivals.push(arrival);
    return status;
  }

  private judge(credentials: string | null): string {
    return credentials === `${this.username}:${this.password}`
      ? 'basic credentials ok'
      : 'basic credentials WRONG';
  }
}

function typeIdOf(body: string): string {
  try {
    const { typeId } = JSON.parse(body) as { typeId?: unknown };
    return String(typeId);
  } catch {
    return '';
  }
}
