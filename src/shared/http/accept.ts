const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Whether an `Accept` header asks for the wanted media type rather than for the usual one (RFC 9110, 12.5.1). Where it
 * asks for both alike, or says nothing, the usual one stays.
 */
export function prefers(accept: string | undefined, wanted: string, usual: string): boolean {
  return accept !== undefined && qualityOf(accept, wanted) > qualityOf(accept, usual);
}

/** The quality that the most specific range gives a type; 0 when none covers it. */
function qualityOf(accept: string, type: string): number {
  const [group = ''] = type.split('/', 1);
  const ranks = [type, `${group}/*`, '*/*'];
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { rank: ranks.indexOf(name), quality: QUALITY.test(quality) ? Number(quality) : 0 };
  });
  const [nearest] = ranges.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
  return nearest?.quality ?? 0;
}
