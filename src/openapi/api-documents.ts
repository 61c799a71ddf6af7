import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { MAX_IN_PROGRESS } from '../partner/domain/max-in-progress.js';
import { ProblemView } from '../shared/http/problems.js';
import { SERVICE_VERSION } from '../shared/version.js';
import { addConventions } from './conventions.js';
import { addExamples } from './examples.js';
import { PARTNER_GUIDES, SERVICE_GUIDES } from './guides.js';
import { closeRequestBodies } from './request-bodies.js';
import { keepUsedSchemas } from './used-schemas.js';
import { webhookEntries, webhookSchemas } from './webhook-entries.js';

/**
 * The OpenAPI documents, made from the controllers on first use: one for partners, with the webhooks they receive, and
 * one for the document service and operators.
 */
@Injectable()
export class ApiDocuments {
  private app: INestApplication | null = null;
  private partnerDocument: OpenAPIObject | null = null;
  private internalDocument: OpenAPIObject | null = null;

  /** Sets the described application. Must be called once, when the application is created. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** The routes for partners, `/partner/**` and their receivers' keys, and a webhook for every event type. */
  partner(): OpenAPIObject {
    this.partnerDocument ??= this.build(
      new DocumentBuilder()
        .setTitle('Livery')
        .setDescription(PARTNER_DESCRIPTION)
        .addBearerAuth(
          { type: 'http', scheme: 'bearer', bearerFormat: 'API key', description: API_KEY_DESCRIPTION },
          'apiKey',
        ),
      isForPartners,
      PARTNER_GUIDES,
      (document) => {
        document.webhooks = webhookEntries();
        Object.assign(document.components?.schemas ?? {}, webhookSchemas());
      },
    );
    return this.partnerDocument;
  }

  /** The routes for the document service and operators: everything else. */
  internal(): OpenAPIObject {
    this.internalDocument ??= this.build(
      new DocumentBuilder()
        .setTitle('Livery, service routes')
        .setDescription('For the document service, which sends events, and for operators.')
        .addBearerAuth(
          { type: 'http', scheme: 'bearer', bearerFormat: 'token', description: INTERNAL_TOKEN_DESCRIPTION },
          'internalToken',
        ),
      (path) => !isForPartners(path),
      SERVICE_GUIDES,
    );
    return this.internalDocument;
  }

  private build(
    builder: DocumentBuilder,
    belongs: (path: string) => boolean,
    guides: Readonly<Record<string, string>>,
    complete: (document: OpenAPIObject) => void = () => {},
  ): OpenAPIObject {
    if (this.app === null) throw new Error('No application has been given to describe.');
    const config = builder
      .setOpenAPIVersion('3.1.0')
      .setVersion(SERVICE_VERSION)
      .setLicense('MIT', 'https://opensource.org/license/mit')
      .addServer('/')
      .build();
    const document = SwaggerModule.createDocument(this.app, config, {
      extraModels: [ProblemView],
      operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
    });
    document.paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => belongs(path)));
    document.tags = Object.entries(guides).map(([name, description]) => ({ name, description }));
    addConventions(document);
    complete(document);
    keepUsedSchemas(document);
    addExamples(document);
    closeRequestBodies(document);
    return document;
  }
}

function isForPartners(path: string): boolean {
  return path.startsWith('/partner/') || path.startsWith('/.well-known/');
}

const API_KEY_DESCRIPTION =
  'An API key (`lvk_…`), or a token of your own identity provider if that has been set up. Keys have the scopes ' +
  '`read` and `write`.';

const INTERNAL_TOKEN_DESCRIPTION = 'The value of the setting INTERNAL_TOKEN.';

const PARTNER_DESCRIPTION = `Email templates that replace the default emails to recipients, and webhook subscriptions. For programs: [openapi.json](/openapi.json).

- **Errors** are \`application/problem+json\` (RFC 9457). \`code\` is stable, and \`errors\` lists everything that is wrong with an input.
- **Lists** are bare arrays: objects oldest first, the logs of deliveries, events and emails newest first. While there is more, the \`Link\` header names the next page. A page ends early, before it exceeds 4 MiB.
- **Concurrent changes:** single objects have an \`ETag\`. Send it as \`If-Match\` with a PUT or DELETE, so that you do not overwrite another change.
- **Repetitions:** a POST with an \`Idempotency-Key\` is carried out once within 24 hours, and gets the same answer each time. A 409, a 429 or a 5xx is not kept.
- **Read-only members** may be sent back, and are ignored. Any other unknown member is refused.
- **Undo:** PATCH restores a deleted object.
- **Rate limit:** \`RateLimit\` shows how many requests are left in this minute. Beyond that, the answer is 429 with \`Retry-After\`.
- **Requests in progress:** at most ${MAX_IN_PROGRESS}, including those whose answer is not yet read; one more is answered with 429 \`too_many_in_progress\`. A body above 32 KiB is read when your other ones leave room. A caller that reads nothing for 30 s is disconnected.
- **Numbers of objects:** one template or subscription more than you may have is refused with 409 \`limit_reached\`.`;
