/** Follows RFC 6266 and RFC 8187. */
export const formatContentDisposition = (type: 'inline' | 'attachment', name: string): string => {
  // Old clients read `filename`, which cannot contain quotes, control characters or non-ASCII letters.
  const asciiName = name.replaceAll(/[^ -~]|["\\/:*?<>|%]/g, '_');
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
};
