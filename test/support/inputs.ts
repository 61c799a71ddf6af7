import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import type { TestApp } from './app.js';

/** A class for the body or query of a handler. */
export interface HandlerInput {
  readonly controller: string;
  readonly handler: string;
  readonly kind: 'body' | 'query';
  /** The members that have rules, which are those that callers may send. */
  readonly members: readonly string[];
}

const KINDS = { body: RouteParamtypes.BODY, query: RouteParamtypes.QUERY } as const;

/** All inputs of the handlers, as known to the pipe that checks them. */
export function handlerInputs(app: TestApp): readonly HandlerInput[] {
  const modules = [...app.service!.get(ModulesContainer).values()];
  return modules
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? inputsOf(metatype) : []));
}

function inputsOf(controller: Function): HandlerInput[] {
  const prototype = controller.prototype as object;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((handler) => {
    const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
      string,
      { index: number; data?: unknown }
    >;
    const types = (Reflect.getMetadata('design:paramtypes', prototype, handler) ?? []) as Function[];
    return Object.entries(parameters).flatMap(([key, { index, data }]) =>
      (['body', 'query'] as const)
        .filter((kind) => key.startsWith(`${KINDS[kind]}:`) && data === undefined)
        .map((kind) => ({ controller: controller.name, handler, kind, members: membersOf(types[index]) })),
    );
  });
}

function membersOf(type: Function | undefined): readonly string[] {
  if (type === undefined) return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
