import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { authorizationOf } from '../../graphql/execute.ts';
import { type Html, html, prose } from '../../markup.ts';
import type { CommonArguments } from './schema-arguments.ts';
import { type AnyField, hasFields } from './schema-shape.ts';
import type { Root } from './schema-topics.ts';

type Typed = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/** Fields, input fields or values of a type. */
export function membersOf(type: GraphQLNamedType, common: CommonArguments): Html | undefined {
  if (isEnumType(type)) return list(type.getValues().map(({ name, description }) => memberOf(name, description)));
  if (isInputObjectType(type))
    return list(Object.values(type.getFields()).map((field) => typedMemberOf(field, `field-${field.name}`)));
  if (hasFields(type)) return list(Object.values(type.getFields()).map((field) => fieldOf(field, common)));
  return undefined;
}

function list(members: readonly Html[]): Html {
  return html`<dl class="fields">${members}</dl>`;
}

/** Full description of a root field, with links that open its operations in GraphiQL. */
export function rootOf({ kind, field, ready }: Root, common: CommonArguments): Html {
  return html`<article class="root" id="field-${field.name}">
<h3><code>${field.name}</code> ${typeLink(field)} <small>${kind.toLowerCase()}</small></h3>
<p>${prose(field.description ?? '')}</p>
${argumentsOf(field, common)}
<p class="facts">${scopeOf(field)} ${ready.map((name) => html`<a class="try" href="graphql?ready=${name}">Try ${name}</a> `)}</p>
</article>`;
}

function fieldOf(field: AnyField, common: CommonArguments): Html {
  return html`<div id="field-${field.name}"><dt><code>${field.name}</code> ${typeLink(field)}</dt><dd>${prose(field.description ?? '')}
${scopeOf(field)}${argumentsOf(field, common)}</dd></div>`;
}

function scopeOf({ extensions }: AnyField): Html | undefined {
  const { scope } = authorizationOf(extensions);
  return scope ? html` <span class="facts"><span>Scope</span> <code>${scope}</code></span>` : undefined;
}

/** Describes the arguments of a field. Common arguments link to their shared description. */
function argumentsOf({ args }: AnyField, common: CommonArguments): Html | undefined {
  const own = args.filter((argument) => !common.has(argument));
  const shared = args.filter((argument) => common.has(argument));
  if (args.length === 0) return undefined;
  return html`<div class="arguments">${own.length > 0 ? html`<dl>${own.map((argument) => typedMemberOf(argument))}</dl>` : ''}
${shared.length > 0 ? html`<p class="facts"><span>Common</span> ${shared.map((argument) => html`<a href="schema#argument-${argument.name}"><code>${argument.name}</code></a> ${typeLink(argument)} `)}</p>` : ''}</div>`;
}

/** An argument or an input field. `id` is its anchor for links. */
export function typedMemberOf(member: GraphQLInputField | GraphQLArgument, id?: string): Html {
  return html`<div${id ? html` id="${id}"` : ''}><dt><code>${member.name}</code> ${typeLink(member)}</dt><dd>${prose(member.description ?? '')}</dd></div>`;
}

function memberOf(name: string, description: string | null | undefined): Html {
  return html`<div id="field-${name}"><dt><code>${name}</code></dt><dd>${prose(description ?? '')}</dd></div>`;
}

/** The type in GraphQL notation, such as `[Chapter!]!`, with a link on its name. */
function typeLink({ type }: Typed): Html {
  const named = getNamedType(type);
  const [before = '', after = ''] = String(type).split(named.name);
  const name = isSpecifiedScalarType(named) ? html`${named.name}` : linkTo(named.name);
  return html`<code class="of">${before}${name}${after}</code>`;
}

export function linkTo(type: string): Html {
  return html`<a href="schema?type=${type}">${type}</a>`;
}

export function kindOf(type: GraphQLNamedType): string {
  if (isEnumType(type)) return 'enum';
  if (isInputObjectType(type)) return 'input';
  return hasFields(type) ? 'type' : 'scalar';
}

export function firstSentence(text: string | null | undefined): string {
  return /^.*?[.](?=\s|$)/s.exec(text ?? '')?.[0] ?? text ?? '';
}
