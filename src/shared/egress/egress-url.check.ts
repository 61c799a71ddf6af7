import { Injectable } from '@nestjs/common';
import { urlProblem } from '../domain/egress-url.js';
import { problem, type Problem } from '../domain/errors.js';
import { InjectedCheck } from '../http/satisfies.js';
import { Settings } from '../settings.js';

/** A URL that a partner may have us call, as far as its text shows; what its name resolves to is checked at the call. */
@Injectable()
export class EgressUrlCheck extends InjectedCheck {
  constructor(private readonly settings: Settings) {
    super();
  }

  check(value: unknown): Problem[] {
    if (typeof value !== 'string') return [problem('wrong_type', 'Must be a string.')];
    const found = urlProblem(value, this.settings.egressAllow);
    if (found === null) return [];
    return [problem('invalid_url', `${found.replace(/^must/, 'Must')}.`)];
  }
}
