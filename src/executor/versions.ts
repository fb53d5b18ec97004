/** Supported versions of graphql, as an npm range. The tests run against them. */
export const supportedRange = '17.1.x';

/** Version of the installed graphql, as in its `versionInfo`. */
export interface GraphQLVersion {
  major: number;
  minor: number;
  patch: number;
  preReleaseTag: string | null;
}

/** Whether `supportedRange` includes a version. As in npm, it excludes pre-releases. */
export function isSupported({ major, minor, preReleaseTag }: GraphQLVersion): boolean {
  return major === 17 && minor === 1 && preReleaseTag === null;
}
