import { MAX_EVENTS } from '../event/domain/event-check.js';

/** What the routes of a tag are for and the usual calls, by tag; in the order in which one needs them. */
export const PARTNER_GUIDES: Readonly<Record<string, string>> = {
  'Webhook subscriptions': `Have a POST sent to your server when something happens to a document.

1. \`POST /partner/webhookSubscription\` with \`type\`, \`url\`, \`includePaths\` and, to narrow it down, \`conditions\`. \`POST …/preview\` shows beforehand what a document would send, and which of your last events would have triggered it.
2. \`GET …/{id}/secret\` has the secret that signs the requests, as [Standard Webhooks](https://www.standardwebhooks.com) says; check it before you trust a body.
3. \`POST …/{id}/test\` sends a sample, and \`GET /partner/delivery/{id}\` says what came of it.

\`health\` shows trouble early. After about 78 hours of failures the subscription is deleted; PATCH brings it back, and \`POST …/{id}/recover\` sends what it missed. More: docs/delivery.md, and [the console](/console#/subscriptions), which has receivers in five languages.`,
  Webhooks: `What your server receives: one POST for each event, signed. Answer with any status from 200 to 299 within the deadline; everything else is tried again. More: docs/delivery.md.`,
  Deliveries: `The log of what was sent, with each attempt and its answer. \`GET /partner/delivery?status=failed\` lists what did not arrive, \`GET …/{id}\` has the body and the answers.

After you have mended your server: \`POST …/{id}/retry\` sends one again, \`POST /partner/delivery/retry\` all that match a filter, and \`GET …/count\` says beforehand how many these are. More: docs/delivery.md, [the console](/console#/deliveries).`,
  Events: `What happened to your documents, whether or not a subscription wanted it. \`GET /partner/event?typeId=…\` finds the events of a document, and \`GET …/{id}/explanation\` says for each subscription why it fired or not. More: docs/delivery.md, [the console](/console#/events).`,
  Stream: `Changes of deliveries, events and emails as they happen, as server-sent events: \`GET /partner/stream?of=delivery,event,email\`. Send the last id as \`Last-Event-ID\` to go on after an interruption. It says what has changed; read the object for the rest. More: docs/delivery.md.`,
  Statistics: `Attempts, failures, durations and emails, counted by the hour or the day: for a chart, or to be told when something is off. \`GET /partner/statistics?step=1h&since=…\` is about all of them, \`GET /partner/webhookSubscription/{id}/statistics\` about one subscription.`,
  'Email templates': `Give the emails to recipients a look of your own, in MJML or HTML with handlebars.

1. \`GET /partner/emailKind\` lists the kinds of email with their variables and sample data.
2. \`POST /partner/emailTemplate/validate\` tries a text without storing it: mistakes with line and column, and the email with sample data.
3. \`POST /partner/emailTemplate\` stores it, \`PUT /partner/emailTemplateAssignment/{kind}\` says which emails use it, by language and company.
4. Change it as a draft (\`PUT …/{id}/draft\`), send that to a contact (\`POST …/{id}/test\`), and publish it (\`POST …/{id}/draft/publish\`). Earlier versions can be restored.

If a template fails for an email, the default look is sent and the log says why. More: docs/templates.md, and [the studio](/console#/templates), which completes and mends while you type.`,
  'Email snippets': `Texts that several templates share, such as a footer: \`POST /partner/emailSnippet\`, then \`{{> name}}\` in a template. A change that would break a template is refused with the template's lines; \`GET …/{id}/usage\` says who includes it. More: docs/templates.md, [the console](/console#/snippets).`,
  Emails: `The log of the emails that were sent, with attempts, bounces and the reason for their look. \`GET /partner/email?to=…\` finds those of a recipient, \`GET …/{id}/html\` the email itself, and \`POST …/{id}/resend\` sends it once more, also to a corrected address. More: docs/email.md, [the console](/console#/sent).`,
  Contacts: `The people on your side who are told when a subscription fails or is deleted, a template falls back or an email bounces, and who can receive test emails. \`POST /partner/contact\` sends them a link to confirm their address; \`notices\` says what they are told.`,
  Companies: `The companies whose documents your templates and subscriptions are about. The operator of the service decides which these are.`,
  'API keys': `Credentials for your programs. People make and revoke them in a session of [the console](/console#/settings/access), which a link from the operator opens; an API key can only list them, so a stolen one cannot be used to stay. \`lastUsedAt\` says whether one may be revoked.`,
  Console: `What the credential is and may do, and signing it out. [The console](/console) itself is opened with a link from the document service, or with an API key.`,
};

/** For the document service and operators. */
export const SERVICE_GUIDES: Readonly<Record<string, string>> = {
  Events: `What the document service reports: \`POST /internal/event\` with one event or an array of up to ${MAX_EVENTS}, each with the whole document, and with the emails to send for it. An \`id\` of your own makes a repetition harmless. An answer of 200 means that the events are stored; repeat the call after a 5xx or no answer. More: docs/architecture.md.`,
  Partners: `Who has templates and subscriptions: \`POST /internal/partner\`, then its companies and an API key. \`livery partner\` does the same on the command line.`,
  Companies: `The companies of a partner, by their ids in the document service. A company may belong to several partners.`,
  'API keys': `Credentials of partners for \`/partner/**\`, with the scopes \`read\` and \`write\`. A key is shown once. For people, [a portal link](#/Console) is better: it expires.`,
  'JWT settings': `Lets a partner call with tokens of its own identity provider in place of API keys: issuer, audience and key set. More: docs/operating.md.`,
  Console: `\`POST /internal/partner/{id}/portalLink\` gives a link into the console that works once, within minutes. Put it behind a button in your own product. More: docs/embedding.md.`,
  Contacts: `The contacts of a partner, for operators who keep them in its place.`,
  Senders: `The address that a partner's emails come from, with the DKIM key that signs them. \`livery doctor\` looks up SPF, DKIM and DMARC. More: docs/email.md.`,
  Bounces: `\`POST /internal/bounce\` takes a raw report of a mail server, for those who have no LMTP to the service. More: docs/email.md.`,
  Suppressions: `Recipients who get no more emails of a company, because they unsubscribed or their address does not exist. Deleting one lets emails go out again. More: docs/email.md.`,
  Documents: `Erases what is stored about a document, for requests of the people in it. More: docs/operating.md.`,
  Health: `For load balancers and supervisors: \`/health/live\` says that the process runs, \`/health/ready\` that it can take requests. More: docs/operating.md.`,
};
