import { Injectable } from '@nestjs/common';
import { ShownEmailTemplateService } from '../email-template/shown-email-template.service.js';
import { ShownEmailService } from '../email/log/shown-email.service.js';
import { isObject } from '../shared/domain/is-object.js';
import { ShownSubscriptionService } from '../webhook-subscription/shown-subscription.service.js';
import type { Notice } from './domain/notice.js';
import type { ShownObject } from './domain/shown-object.js';

/** The objects of notices, as the API shows them to their partner, deleted or not, and without secrets. */
@Injectable()
export class NoticeObjects {
  constructor(
    private readonly subscriptions: ShownSubscriptionService,
    private readonly templates: ShownEmailTemplateService,
    private readonly emails: ShownEmailService,
  ) {}

  /** Null when it no longer exists. */
  async find(notice: Notice): Promise<ShownObject | null> {
    const view = await this.view(notice);
    const json: unknown = view === null ? null : JSON.parse(JSON.stringify(view));
    return isObject(json) ? json : null;
  }

  private view({ partnerId, name, objectId }: Notice): Promise<object | null> {
    switch (name) {
      case 'emailTemplate.fallback':
        return this.templates.find(partnerId, Number(objectId));
      case 'email.bounced':
        return this.emails.find(partnerId, objectId);
      default:
        return this.subscriptions.find(partnerId, Number(objectId));
    }
  }
}
