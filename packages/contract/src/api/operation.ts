import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

/** Errors by status and code (`404 not_found`), each with a sentence that describes when it is the response. */
export type OperationErrors = Readonly<Partial<Record<`${ErrorStatus} ${ErrorCode}`, string>>>;

/** What a route takes and returns (`response` by status); the server registers it with these schemas. */
export interface RouteSchema {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response?: Readonly<Partial<Record<200 | 201 | 202 | 204, z.ZodType>>>;
}

/** A route: its schemas, and what the description of the API has about it besides. */
export interface Operation {
  /** A verb phrase without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** Errors of this route besides the common ones. */
  readonly errors?: OperationErrors;
  readonly schema: RouteSchema;
  /** A request and its JSON response; each part fits the schema that the route has for it. */
  readonly example?: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly response?: unknown;
  };
}

/** Operations by method and path as the server writes them, such as `GET /api/device/:espid`. */
export type Operations = Readonly<Record<`${Method} /api/${string}`, Operation>>;
