import { Injectable } from '@nestjs/common';
import { EmailTemplateViewService } from '../email-template/email-template-view.service.js';
import { EmailViewService } from '../email/log/email-view.service.js';
import { isObject } from '../shared/domain/is-object.js';
import { SubscriptionViewService } from '../webhook-subscription/subscription-view.service.js';
import type { Notice } from './domain/notice.js';
import type { NoticeObject } from './domain/notice-object.js';

/** Reads the objects of notices, deleted or not, in the form of the API, without secrets. */
@Injectable()
export class NoticeObjects {
  constructor(
    private readonly subscriptions: SubscriptionViewService,
    private readonly templates: EmailTemplateViewService,
    private readonly emails: EmailViewService,
  ) {}

  /** The object of a notice; null if it no longer exists. */
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
