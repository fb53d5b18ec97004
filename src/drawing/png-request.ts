/** A drawing to render. */
export interface PngRequest {
  svg: string;
  widthPixels: number;
}
