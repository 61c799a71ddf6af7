import type { OpenAPIObject, OperationObject, ReferenceObject } from '@nestjs/swagger';

/** One method of one path of a document. */
export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Every operation of a document. */
export function operationsOf(document: OpenAPIObject): readonly DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

/** The name of the schema to which a reference points. */
export function schemaName({ $ref }: ReferenceObject): string {
  return $ref.replace('#/components/schemas/', '');
}

/** True if a value is a reference to another object of the document. */
export function isReference(value: object): value is ReferenceObject {
  return '$ref' in value;
}
