import type { Json, TestApp } from './app.js';

/** An operation of the OpenAPI documents. */
export interface DocumentedRoute {
  readonly method: string;
  /** The documented path, such as `/partner/emailTemplate/{id}`. */
  readonly path: string;
  /** The operation object. */
  readonly operation: Json;
  /** The document that contains it. */
  readonly document: Json;
}

/** Both OpenAPI documents, as served. */
export async function openApiDocuments(app: TestApp): Promise<readonly [partner: Json, internal: Json]> {
  const partner = await app.request('GET', '/openapi.json');
  const internal = await app.internal('GET', '/internal/openapi.json');
  return [partner.body, internal.body];
}

/** Every operation of both documents. */
export async function documentedRoutes(app: TestApp): Promise<readonly DocumentedRoute[]> {
  return routesOf(await openApiDocuments(app));
}

export function routesOf(documents: readonly Json[]): readonly DocumentedRoute[] {
  return documents.flatMap((document) =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        document,
      })),
    ),
  );
}
