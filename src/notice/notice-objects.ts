import { Injectable } from '@nestjs/common';
import { EmailTemplateViewService } from '../email-template/email-template-view.service.js';
import { EmailViewService } from '../email/log/email-view.service.js';
import { isObject } from '../shared/domain/is-object.js';
import { SubscriptionViewService } from '../webhook-subscription/subscription-view.service.js';
import type { Notice } from './domain/notice.js';
import type { NoticeObject } from './domain/notice-object.js';

/** The objects of notices, as the API shows them to their partner, deleted or not, and without secrets. */
@Injectable()
export class NoticeObjects {
  constructor(
    private readonly subscriptions: SubscriptionViewService,
    private readonly templates: EmailTemplateViewService,
    private readonly emails: EmailViewService,
  ) {}

  /** Null when it no longer exists. */
  async find(notice: Notice): Promise<NoticeObject | null> {
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
