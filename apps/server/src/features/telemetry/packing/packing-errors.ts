/** What cannot be packed so that it reads back as it was; it stays as rows. */
export class UnpackableError extends Error {}

/** A packed hour that cannot be read: it was damaged, or packed by a newer version. */
export class DamagedHourError extends Error {}
