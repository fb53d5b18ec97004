import { operation } from '../../operation.ts';
import { GetCapabilitiesDocument } from './operations.gen.ts';

export const instanceOperations = [
  operation(GetCapabilitiesDocument, { answer: 'instance', statements: 0, rest: 'GET /v1/capabilities' }),
];
