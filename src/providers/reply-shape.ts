/** Shape of a structured reply, as a JSON Schema. */
export interface ReplyShape {
  name: string;
  schema: Record<string, unknown>;
}
