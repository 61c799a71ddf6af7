import type { DemoFolder } from './demo-folder.js';
import type { DemoReceiver } from './demo-receiver.js';
import { DEMO_TEMPLATE } from './demo-template.js';
import { CallFailed, ServiceClient } from './service-client.js';

/** The company whose events the demo's partner is told of. */
export const DEMO_COMPANY = 1;

interface WithId {
  readonly id: number;
}

/** What the demo consists of in the service. */
export interface DemoObjects {
  readonly partnerId: number;
  readonly templateId: number;
  readonly subscriptionId: number;
  /** The service under the partner's API key. */
  readonly partner: ServiceClient;
  /** The key, when it has just been made: it can be shown this once. */
  readonly newApiKey: string | null;
}

/**
 * Makes what is not there yet, and notes each thing in the folder: what an interrupted start has left is gone on with.
 * @throws CallFailed
 */
export async function makeObjects(
  folder: DemoFolder,
  operator: ServiceClient,
  under: (key: string) => ServiceClient,
  receiver: DemoReceiver,
  receiverUrl: string,
): Promise<DemoObjects> {
  const partnerId = folder.state.partnerId ?? (await makePartner(operator));
  folder.note({ partnerId });
  const newApiKey = folder.apiKey() === null ? await makeApiKey(operator, partnerId) : null;
  if (newApiKey !== null) folder.saveApiKey(newApiKey);
  const partner = under(newApiKey ?? folder.apiKey() ?? '');
  const templateId = folder.state.templateId ?? (await makeTemplate(partner));
  folder.note({ templateId });
  const subscriptionId =
    folder.state.subscriptionId ?? (await makeSubscription(partner, receiver, receiverUrl));
  folder.note({ subscriptionId });
  return { partnerId, templateId, subscriptionId, partner, newApiKey };
}

async function makePartner(operator: ServiceClient): Promise<number> {
  const { id } = await operator.json<WithId>('/internal/partner', {
    method: 'POST',
    body: { name: 'Demo partner' },
  });
  await operator.text(`/internal/partner/${id}/company/${DEMO_COMPANY}`, { method: 'PUT' });
  return id;
}

async function makeApiKey(operator: ServiceClient, partnerId: number): Promise<string> {
  const path = `/internal/partner/${partnerId}/apiKey`;
  const { key } = await operator.json<{ key: string }>(path, { method: 'POST', body: { label: 'Demo' } });
  return key;
}

async function makeTemplate(partner: ServiceClient): Promise<number> {
  const body = { name: 'Demo: document email', type: 'mjml', parser: 'hbs', data: DEMO_TEMPLATE };
  return (await partner.json<WithId>('/partner/emailTemplate', { method: 'POST', body })).id;
}

async function makeSubscription(
  partner: ServiceClient,
  { username, password }: DemoReceiver,
  url: string,
): Promise<number> {
  const body = {
    type: 'document.accepted',
    isActive: true,
    url,
    authType: 'basicauth',
    authData: { username, password },
    includePaths: ['id', 'status', 'data.name', 'client.name'],
    conditions: { status: 'accepted', 'data.amount': { $gte: 1000 } },
  };
  return (await partner.json<WithId>('/partner/webhookSubscription', { method: 'POST', body })).id;
}

/** Lets the receiver know the secret that it checks signatures with. @throws CallFailed */
export async function shareSecret({ partner, subscriptionId }: DemoObjects, receiver: DemoReceiver) {
  const path = `/partner/webhookSubscription/${subscriptionId}/secret`;
  const { secret } = await partner.json<{ secret: string }>(path).catch((error: CallFailed) => {
    throw new CallFailed(`The demo's subscription ${subscriptionId} is not there. ${error.message}`);
  });
  receiver.secret = secret;
}
