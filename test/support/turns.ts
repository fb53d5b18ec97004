import type { Operation } from '../../src/operation.ts';
import { operations as all } from '../../src/operations.ts';
import { proof } from './proofs.ts';

type OfferedBy = readonly [name: string, send: unknown, offers: (operation: Operation) => unknown];

/**
 * The operations to ask through one of several faces, for what the faces have from the same code: each operation through one
 * face that offers it, in turn. The proofs ask through every face.
 */
export function inTurn(faces: readonly OfferedBy[], name: string, operations: readonly Operation[]): Operation[] {
  return operations.filter((operation) => {
    const place = all.indexOf(operation);
    if (place < 0) throw new Error(`${operation.answer} is not an operation of the service.`);
    const offering = faces.filter(([, , offers]) => offers(operation)).map(([face]) => face);
    if (proof(false, true)) return offering.includes(name);
    return offering[place % offering.length] === name;
  });
}
