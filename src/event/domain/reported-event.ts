import type { EmailRequest } from '../../rendering/domain/email-request.js';
import type { DocumentEvent } from './event.js';

/** Converts an event to the format of reports, so that another process parses the same event. */
export function reportedEvent(event: DocumentEvent): object {
  const { key, type, typeId, companyId, createdAt, data, company, brand, emails } = event;
  return {
    id: key,
    type,
    typeId,
    companyId,
    createdAt: createdAt.toISOString(),
    data,
    company,
    brand,
    emails: emails.map(reportedEmail),
  };
}

function reportedEmail({ kind, to, language, given, attachments }: EmailRequest): object {
  return { kind, to, language, ...given, ...(attachments.length > 0 && { attachments }) };
}
