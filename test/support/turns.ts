import { describe, it, type TestAPI } from 'vitest';
import type { Operation } from '../../src/operation.ts';
import { operations as all } from '../../src/operations.ts';
import { proof } from './proofs.ts';

function placeOf(operation: Operation): number {
  const place = all.indexOf(operation);
  if (place < 0) throw new Error(`${operation.answer} is not an operation of the service.`);
  return place;
}

type OfferedBy = readonly [name: string, send: unknown, offers: (operation: Operation) => unknown];

/**
 * The operations to ask through one of several faces, for what the faces have from the same code: each operation through one
 * face that offers it, in turn. The proofs ask through every face.
 */
export function inTurn(faces: readonly OfferedBy[], name: string, operations: readonly Operation[]): Operation[] {
  return operations.filter((operation) => {
    const offering = faces.filter(([, , offers]) => offers(operation)).map(([face]) => face);
    if (proof(false, true)) return offering.includes(name);
    return offering[placeOf(operation) % offering.length] === name;
  });
}

/** What to ask of an operation where one of several choices is enough: one, in turn. The proofs ask all. */
export const oneInTurn = <Choice>(choices: readonly Choice[], operation: Operation): readonly Choice[] =>
  proof(
    choices.filter((_, index) => index === placeOf(operation) % choices.length),
    choices,
  );

type It = Pick<TestAPI, 'each' | 'skipIf'> & ((title: string, test: () => unknown) => void);

/**
 * A block of tests that runs for each of several faces which have its rules from the same code. Its first test, or the first
 * case of its first list, is a sample and runs through each face. Every other test or case runs through one face, in turn.
 * The proofs run all through every face. The block declares its tests with the `it` that it is given.
 */
export function describeInTurn<Name extends string>(faces: readonly Name[]) {
  return (title: string, block: (name: Name, it: It) => void): void =>
    describe.each(faces)(title, (name) => block(name, itOf(faces, name)));
}

function itOf<Name>(faces: readonly Name[], name: Name): It {
  let place = -1;
  const isMine = () => {
    place += 1;
    return place === 0 || proof(false, true) || faces[place % faces.length] === name;
  };
  const one = (title: string, test: () => unknown): void => {
    if (isMine()) it(title, test);
  };
  const each = (cases: readonly unknown[]) => it.each(cases.filter(isMine));
  const skipIf = (isSkipped: boolean) => (isSkipped ? it.skip : one);
  return Object.assign(one, { each, skipIf }) as unknown as It;
}
