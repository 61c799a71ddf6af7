import { Injectable } from '@nestjs/common';
import { urlProblem } from '../domain/egress-url.js';
import { problem, type Problem } from '../domain/errors.js';
import { InjectedCheck } from '../http/satisfies.js';
import { Settings } from '../settings.js';

/** Checks the text of a URL that the service is to call. Addresses are checked at the call. */
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
