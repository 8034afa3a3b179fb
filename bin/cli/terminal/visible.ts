/**
 * Stored text for a terminal: control characters, line separators and marks of direction become escapes such as \u001b.
 * They could move the cursor, change colours or show a name in another order.
 */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
