/**
 * Reads the attachments of the email `$2` of the partner `$1`. PostgreSQL breaks base64 into lines of 76 characters.
 */
export const ATTACHMENTS_OF_EMAIL = `
  SELECT filename, content_type AS "contentType", octet_length(content) AS bytes,
    encode(sha256(content), 'hex') AS sha256, encode(content, 'base64') AS base64
  FROM email_attachment WHERE partner_id = $1 AND email_id = $2 ORDER BY place`;
