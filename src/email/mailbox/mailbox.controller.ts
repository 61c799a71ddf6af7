import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFound } from '../../shared/domain/errors.js';
import { PAGE_POLICY } from '../../shared/http/page-shell.js';
import { isLocalTrial } from '../../shared/http/local-trial.js';
import { Settings } from '../../shared/settings.js';
import { Mailbox, type MailboxEntry } from './mailbox.js';
import { emailPage, viewOptionsOf } from './mailbox-email-page.js';
import { listPage } from './mailbox-list-page.js';

/** For an email's HTML: images and styles, no scripts. */
const EMAIL_POLICY =
  "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'; frame-ancestors 'self'";
/** For files, which must not be shown as pages. */
const FILE_POLICY = "sandbox; default-src 'none'";

const MAX_SEARCH = 255;

/**
 * Shows the emails of a service without a relay, for trying it out on one's own machine. It shows recipients' data
 * without a credential, so it exists only in embedded mode, on loopback, for requests that name this machine.
 */
@ApiExcludeController()
@Controller('mailbox')
export class MailboxController {
  constructor(
    private readonly mailbox: Mailbox,
    private readonly settings: Settings,
  ) {}

  @Get()
  async list(
    @Query('q') q: unknown,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    this.requireOpen(host);
    const search = searchOf(q);
    send(response, PAGE_POLICY, listPage(await this.mailbox.newest(search), search));
  }

  /** Polled by the list page. */
  @Get('list')
  async entries(
    @Query('q') q: unknown,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    this.requireOpen(host);
    response.set('Cache-Control', 'no-store').json(await this.mailbox.newest(searchOf(q)));
  }

  @Get(':id')
  async read(
    @Param('id') id: string,
    @Query('view') view: unknown,
    @Query('device') device: unknown,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    send(response, PAGE_POLICY, emailPage(await this.find(id, host), viewOptionsOf(view, device)));
  }

  @Get(':id/html')
  async html(
    @Param('id') id: string,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    const { mail } = await this.find(id, host);
    send(response, EMAIL_POLICY, mail.html ?? '');
  }

  @Get(':id/eml')
  async file(
    @Param('id') id: string,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    const { bytes } = await this.find(id, host);
    download(response, `${id}.eml`, bytes);
  }

  @Get(':id/attachment/:place')
  async attachment(
    @Param('id') id: string,
    @Param('place') place: string,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    const { mail } = await this.find(id, host);
    const attachment = /^\d{1,2}$/.test(place) ? mail.attachments[Number(place)] : undefined;
    if (attachment === undefined) throw NotFound.of('attachment', place);
    const { filename, content } = attachment;
    download(
      response,
      filename ?? 'unnamed',
      content instanceof ArrayBuffer ? Buffer.from(content) : content,
    );
  }

  private async find(id: string, host: string): Promise<MailboxEntry> {
    this.requireOpen(host);
    const entry = await this.mailbox.find(id);
    if (entry === null) throw NotFound.of('email', id);
    return entry;
  }

  /** @throws NotFound */
  private requireOpen(host: string): void {
    if (!isLocalTrial(this.settings, host)) throw new NotFound();
  }
}

/** The search text; empty unless `q` is a single text. */
function searchOf(q: unknown): string {
  return typeof q === 'string' ? q.slice(0, MAX_SEARCH) : '';
}

function send(response: Response, policy: string, html: string): void {
  response.set('Content-Security-Policy', policy).set('Cache-Control', 'no-store');
  response.type('text/html; charset=utf-8').send(html);
}

function download(response: Response, name: string, content: Uint8Array | string): void {
  response.attachment(name).type('application/octet-stream');
  response.set('Content-Security-Policy', FILE_POLICY).set('Cache-Control', 'no-store');
  response.send(typeof content === 'string' ? content : Buffer.from(content));
}
