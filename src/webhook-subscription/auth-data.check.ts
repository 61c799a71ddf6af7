import { Injectable } from '@nestjs/common';
import { problem, type Problem } from '../shared/domain/errors.js';
import { isObject } from '../shared/domain/is-object.js';
import { pointerTo } from '../shared/domain/json-pointer.js';
import { EgressUrlCheck } from '../shared/egress/egress-url.check.js';
import { InjectedCheck } from '../shared/http/satisfies.js';
import { authProblems, NO_AUTH, type AuthChoice } from './domain/auth/auth-choice.js';
import { authDataProblems } from './domain/auth/auth-type.js';
import { authTypes, findAuthType } from './domain/auth/auth-types.js';

/** Checks that addresses among the credentials are ones that the service may call. */
@Injectable()
abstract class AddressesCheck extends InjectedCheck {
  constructor(private readonly urls: EgressUrlCheck) {
    super();
  }

  /** Adds the problems of addresses that have no other problem. */
  protected withAddresses(
    problems: readonly Problem[],
    value: unknown,
    { authType }: AuthChoice,
  ): readonly Problem[] {
    if (!isObject(value)) return problems;
    const judged = new Set(problems.map(({ pointer }) => pointer));
    const data: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
    const addresses = addressesOf(authType).filter((name) => name in data && !judged.has(pointerTo(name)));
    return [
      ...problems,
      ...addresses.flatMap((name) =>
        this.urls.check(data[name]).map((found) => ({ ...found, pointer: pointerTo(name) })),
      ),
    ];
  }
}

/** The credentials of a new subscription. */
@Injectable()
export class NewAuthDataCheck extends AddressesCheck {
  check(value: unknown, body: AuthChoice): readonly Problem[] {
    return this.withAddresses(newAuthProblems('/authData', body), value, body);
  }
}

/** Changed credentials, checked as far as possible before they are merged with the stored ones. */
@Injectable()
export class ChangedAuthDataCheck extends AddressesCheck {
  check(value: unknown, body: AuthChoice): readonly Problem[] {
    if (typeof value !== 'object') return [problem('wrong_type', 'Must be null or an object.')];
    if (value === null || body.authType === null) return [];
    const type = findAuthType(body.authType);
    return this.withAddresses(type === null ? [] : authDataProblems(type, value), value, body);
  }
}

/** The problems of a new subscription's credentials that belong to this member. */
export function newAuthProblems(member: '/authType' | '/authData', body: AuthChoice): Problem[] {
  return authProblems(body, NO_AUTH)
    .filter(({ pointer }) => pointer.startsWith(member))
    .map((found) => ({ ...found, pointer: found.pointer.slice(member.length) }));
}

/** The members that are addresses; of any type if the body does not change the stored type, which is unknown here. */
function addressesOf(authType: string | null | undefined): readonly string[] {
  const chosen = findAuthType(authType);
  const types = authType === undefined ? authTypes : chosen === null ? [] : [chosen];
  return types.flatMap(({ members }) =>
    Object.entries(members).flatMap(([name, { isAddress }]) => (isAddress ? [name] : [])),
  );
}
