import type { FastifyError } from 'fastify';
import { AppError, because } from '../../../platform/errors.ts';

/** Of a dashboard with its pictures, each of which takes up to 70,000 bytes. */
const maxKilobytes = 512;

/** Options of routes whose body is a dashboard. */
export const dashboardBody = {
  bodyLimit: maxKilobytes * 1024,
  errorHandler(error: FastifyError): never {
    if (error.statusCode !== 413) throw error;
    const sentence = `A dashboard can have at most ${maxKilobytes} KB. Remove a picture or shorten its texts.`;
    throw new AppError(413, 'too_large', sentence, because('dashboard_too_large', { max: maxKilobytes }));
  },
};
