const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * True if an `Accept` header prefers the wanted media type to the usual one (RFC 9110, 12.5.1). False if it prefers
 * neither.
 */
export function prefers(accept: string | undefined, wanted: string, usual: string): boolean {
  return accept !== undefined && qualityOf(accept, wanted) > qualityOf(accept, usual);
}

/** The quality of a type by the most specific range; 0 if none matches. */
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
