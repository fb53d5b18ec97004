import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { literalOf, randomInput, type Variables } from './random-input.ts';
import type { SeededRandom } from './seeded-random.ts';

type Field = GraphQLField<unknown, unknown>;

/** Levels of selections below the root. */
const depthMax = 3;

/** A valid query or mutation with its variables. */
export function randomDocument(schema: GraphQLSchema, draw: SeededRandom): { text: string; variables: Variables } {
  const kind = draw.oneIn(4) ? 'mutation' : 'query';
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  if (!root) throw new Error(`The schema has no ${kind}.`);
  const writer = new Writer(draw);
  const selections = writer.selections(root, depthMax);
  const always = 'always: __typename @include(if: $yes) @skip(if: $no)';
  const text = `${kind} Random(${writer.declared.join(', ')}) { ${always} ${selections} } ${writer.fragments.join(' ')}`;
  return { text, variables: writer.variables };
}

/** Writes the parts of one document. */
class Writer {
  readonly variables: Variables = { yes: true, no: false };
  readonly declared = ['$yes: Boolean!', '$no: Boolean!'];
  readonly fragments: string[] = [];
  private readonly draw: SeededRandom;
  private aliases = 0;

  constructor(draw: SeededRandom) {
    this.draw = draw;
  }

  selections(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter((field) => isSelectable(field, depth));
    // At the last level a type may have object fields only.
    if (fields.length === 0) return '__typename';
    const count = 1 + this.draw.below(4);
    return Array.from({ length: count }, () => this.selection(type, this.draw.from(fields), depth)).join(' ');
  }

  private selection(type: GraphQLObjectType, field: Field, depth: number): string {
    const condition = this.condition();
    const isAliased = condition !== '';
    switch (this.draw.below(8)) {
      case 0:
        return `... on ${type.name} ${condition} { ${this.field(field, depth, isAliased)} }`;
      case 1:
        return `...${this.fragment(type, this.field(field, depth, isAliased))} ${condition}`;
      case 2:
        return `__typename ... ${condition} { ${this.field(field, depth, isAliased)} }`;
      default:
        return this.field(field, depth, isAliased, condition);
    }
  }

  private fragment({ name }: GraphQLObjectType, text: string): string {
    const fragment = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${fragment} on ${name} { ${text} }`);
    return fragment;
  }

  private condition(): string {
    const conditions = [
      '@include(if: $yes)',
      '@include(if: $no)',
      '@skip(if: $yes)',
      '@skip(if: $no)',
      '@skip(if: true)',
    ];
    return this.draw.oneIn(5) ? this.draw.from(conditions) : '';
  }

  /** Fields of one response key must agree, so every field with arguments or a condition has an alias of its own. */
  private field(field: Field, depth: number, isConditional: boolean, condition = ''): string {
    const args = field.args
      .filter((argument) => isRequiredArgument(argument) || this.draw.oneIn(2))
      .map((argument) => `${argument.name}: ${this.argument(argument)}`);
    const isAliased = isConditional || args.length > 0 || this.draw.oneIn(3);
    if (isAliased) this.aliases += 1;
    const type = getNamedType(field.type);
    const name = isAliased ? `a${this.aliases}: ${field.name}` : field.name;
    const inner = isObjectType(type) ? ` { ${this.selections(type, depth - 1)} }` : '';
    return `${name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${condition}${inner}`;
  }

  private argument({ type }: GraphQLArgument): string {
    const value = randomInput(type, this.draw);
    if (this.draw.oneIn(3)) return literalOf(value, type);
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${type}`);
    if (isNonNullType(type) || !this.draw.oneIn(4)) this.variables[name] = value;
    return `$${name}`;
  }
}

/** Whether a field can be selected. Interfaces and unions are not compiled; objects need another level. */
function isSelectable({ type }: Field, depth: number): boolean {
  const named = getNamedType(type);
  return isLeafType(named) || (isObjectType(named) && depth > 0);
}
