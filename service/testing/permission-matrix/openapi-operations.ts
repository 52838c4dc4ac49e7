import { readFileSync } from 'node:fs';

export type OpenApiOperation = {
  id: string;
  /** Method and path, such as `GET /api/v1/tasks/{id}`. */
  route: string;
  description: Record<string, unknown>;
};

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Reads the operations and schemas in docs/integrate/openapi.json. */
export const readOpenApiOperations = (): {
  operations: OpenApiOperation[];
  schemas: Record<string, object>;
} => {
  const file = new URL('../../../docs/integrate/openapi.json', import.meta.url);
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: Record<string, object> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, description]) => ({
        id: description.operationId,
        route: `${method.toUpperCase()} ${path}`,
        description,
      })),
  );
  return { operations, schemas: components.schemas };
};
