import { Injectable } from '@nestjs/common';
import { urlProblem } from '../shared/domain/egress-url.js';
import type { Problem } from '../shared/domain/errors.js';
import { Rule } from '../shared/http/rules.js';
import { Settings } from '../shared/settings.js';

/** Where keys may be fetched from: wherever a webhook may be sent, as far as the URL's text tells. Null is no URL. */
@Injectable()
export class JwksUrlRule extends Rule {
  constructor(private readonly settings: Settings) {
    super();
  }

  check(value: unknown): Problem[] {
    if (value === null) return [];
    if (typeof value !== 'string') return [{ pointer: '', code: 'wrong_type', message: 'Must be a string.' }];
    const problem = urlProblem(value, this.settings.egressAllow);
    if (problem === null) return [];
    return [{ pointer: '', code: 'invalid_url', message: `${problem.replace(/^must/, 'Must')}.` }];
  }
}
