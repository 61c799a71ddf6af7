import { Injectable } from '@nestjs/common';
import { urlProblem } from '../shared/domain/egress-url.js';
import type { Problem } from '../shared/domain/errors.js';
import { Rule } from '../shared/http/rules.js';
import { Settings } from '../shared/settings.js';

/** Where a webhook may be sent, as far as its URL's text tells. */
@Injectable()
export class WebhookUrlRule extends Rule {
  constructor(private readonly settings: Settings) {
    super();
  }

  check(value: unknown): Problem[] {
    if (typeof value !== 'string') return [{ pointer: '', code: 'wrong_type', message: 'Must be a string.' }];
    const problem = urlProblem(value, this.settings.egressAllow);
    if (problem === null) return [];
    return [{ pointer: '', code: 'invalid_url', message: `${problem.replace(/^must/, 'Must')}.` }];
  }
}
