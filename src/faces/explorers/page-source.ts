import type { GraphQLSchema } from 'graphql';
import type { PreparedOperation } from '../../graphql/execute.ts';
import type { Services } from '../../graphql/services.ts';
import type { Catalogue } from '../mcp/catalogue.ts';
import type { OpenApiDocument } from '../openapi/document.ts';

/** What the pages show of the service. */
export interface PageSource {
  schema: GraphQLSchema;
  operations: readonly PreparedOperation[];
  /** Made at its first use. */
  readonly catalogue: Catalogue;
  openapi(): OpenApiDocument;
  /** Rejects while the database does not answer. */
  isReady(): Promise<unknown>;
  services: Pick<Services, 'config' | 'publicUrl' | 'runs'>;
}
