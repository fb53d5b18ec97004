/**
 * Quality of a media type in an `Accept` header, 0–1: that of the most specific range (RFC 9110, 12.5.1). Everything is
 * accepted without a header.
 */
export function qualityOf(accept: string | undefined, type: string): number {
  if (!accept?.trim()) return 1;
  const [kind] = type.split('/', 1);
  const ranges = [type, `${kind}/*`, '*/*'];
  const named = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.toLowerCase().split(';');
    const quality = parameters.find((one) => one.trim().startsWith('q='));
    return { place: ranges.indexOf(name.trim()), quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
  });
  const matching = named.filter(({ place }) => place >= 0).sort((one, other) => one.place - other.place);
  return matching[0]?.quality ?? 0;
}
