import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../database/partner-database.js';
import { EmailSnippetVersion, type SnippetVersionSummary } from './domain/email-snippet-version.js';
import { EmailSnippetVersionSchema } from './email-snippet-version.schema.js';

/** Reads the versions of snippets; EmailSnippetRepository writes each with its change. */
@Injectable()
export class EmailSnippetVersionRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** The versions of a snippet, deleted or not, with numbers greater than `afterNumber`, oldest first. */
  ofSnippet(
    partnerId: number,
    snippetId: number,
    { afterNumber, limit }: { readonly afterNumber: number; readonly limit: number },
  ): Promise<SnippetVersionSummary[]> {
    return this.database.of(partnerId, (rows) =>
      rows.query<SnippetVersionSummary[]>(
        `SELECT number, name, type, octet_length(data) AS bytes, created_at AS "createdAt"
         FROM email_snippet_version
         WHERE partner_id = $1 AND snippet_id = $2 AND number > $3
         ORDER BY number LIMIT $4`,
        [partnerId, snippetId, afterNumber, limit],
      ),
    );
  }

  find(partnerId: number, snippetId: number, number: number): Promise<EmailSnippetVersion | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(EmailSnippetVersionSchema, { where: { partnerId, snippetId, number } }),
    );
  }
}
