/** The first `max` UTF-16 units of a text, cut between whole characters: half a surrogate pair is no text that can be stored. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/\p{Cs}$/u, '');
