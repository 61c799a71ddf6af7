import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFound } from '../../shared/domain/errors.js';
import { Settings } from '../../shared/settings.js';
import { Mailbox, type MailboxEntry } from './mailbox.js';
import { emailPage, EMAIL_POLICY, listPage, PAGE_POLICY } from './mailbox-pages.js';

/** Names of this machine. A request that a page elsewhere has made a browser send names another host. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Shows the emails of a service without a relay to people who try it out on their own machine. It contains recipients'
 * data and requires no credential, so it exists only in embedded mode, on loopback, for requests that name this machine.
 */
@ApiExcludeController()
@Controller('mailbox')
export class MailboxController {
  constructor(
    private readonly mailbox: Mailbox,
    private readonly settings: Settings,
  ) {}

  @Get()
  async list(@Headers('host') host: string, @Res() response: Response): Promise<void> {
    this.requireOpen(host);
    send(response, PAGE_POLICY, listPage(await this.mailbox.newest()));
  }

  @Get(':id')
  async read(
    @Param('id') id: string,
    @Headers('host') host: string,
    @Res() response: Response,
  ): Promise<void> {
    send(response, PAGE_POLICY, emailPage(await this.find(id, host)));
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
    response.attachment(filename ?? 'unnamed');
    response.type('application/octet-stream');
    response.set('Content-Security-Policy', "sandbox; default-src 'none'");
    response.send(content instanceof ArrayBuffer ? Buffer.from(content) : content);
  }

  private async find(id: string, host: string): Promise<MailboxEntry> {
    this.requireOpen(host);
    const entry = await this.mailbox.find(id);
    if (entry === null) throw NotFound.of('email', id);
    return entry;
  }

  /** @throws NotFound */
  private requireOpen(host: string): void {
    const { smtpRelays, databaseUrl, publicUrl, host: listensOn } = this.settings;
    const isForTryingOut = smtpRelays.length === 0 && databaseUrl === null && publicUrl === null;
    if (!isForTryingOut || !LOOPBACK_HOSTS.has(listensOn) || !LOOPBACK.test(host)) throw new NotFound();
  }
}

function send(response: Response, policy: string, html: string): void {
  response.set('Content-Security-Policy', policy).set('Cache-Control', 'no-store');
  response.type('text/html; charset=utf-8').send(html);
}
