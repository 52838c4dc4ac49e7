import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  Device,
  DevicePage,
  DeviceParameter,
  DeviceQuery,
  DeviceRemovalQuery,
  DeviceReport,
  Devices,
  NewDevice,
} from '#contract/device.ts';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf, originOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { rejectCrossSiteRequest } from '#service/identity/sessions/reject-cross-site.ts';
import { addDevice } from './add-device.ts';
import { MAX_DEVICES } from './device.ts';
import { clearDeviceCookie, isFromDevice, readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
import { deviceNotFound, ownDeviceNotFound } from './device-problems.ts';
import { findOwnDevice, listDevices, listOwnDevices, placeOfDevice } from './device-queries.ts';
import { confirmErasure, endDevice } from './end-device.ts';
import { reportUnsent } from './report-unsent.ts';
import { revokeDevice } from './revoke-device.ts';

const TAGS = ['Devices'];

export type DeviceServices = { db: Database; actors: Actors; publicUrl: string | undefined };

/** /api/v1/me/devices and /api/v1/devices: browsers in which people work for days without a network. */
export const deviceRoutes = (services: DeviceServices) => async (app: FastifyInstance) => {
  await app.register(ownDeviceRoutes(services));
  await app.register(everyDeviceRoutes(services));
};

const ownDeviceRoutes =
  ({ db, actors, publicUrl }: DeviceServices) =>
  async (app: FastifyInstance) => {
    app.get(
      '/me/devices',
      {
        config: { access: 'signed-in', opensToDevices: true },
        schema: {
          tags: TAGS,
          operationId: 'listMyDevices',
          summary: 'List my devices',
          description: 'The active devices of the caller, most recently seen first.',
          response: { 200: Devices },
        },
      },
      async (request, reply) =>
        sendJson(reply, JSON.stringify({ devices: await listOwnDevices(db, actorOf(request)) })),
    );

    app.post<{ Body: NewDevice }>(
      '/me/devices',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: TAGS,
          operationId: 'addDevice',
          summary: 'Register this browser as a device',
          description: `Needs the session of a browser (403 for an access token). Sets the cookie \`ronda-device\`, which lasts for 30 days without contact and 180 days in all, and counts only for requests with \`X-Requested-With: ronda-device\`. If this browser was registered as another device, that device ends. If \`id\` is a device of the caller, that device signs in again. Returns 409 if the id belongs to another user's device, if the caller already has ${MAX_DEVICES} devices, and, with the type \`urn:ronda:device-erasure-requested\`, if this browser must first erase its data.`,
          body: NewDevice,
          response: { 201: Device },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const deviceId = request.body.id?.toLowerCase() ?? randomUUID();
        const wanted = { deviceId, draft: request.body, replaced: readDeviceCookie(request) };
        const [deviceToken, device] = await inTransaction(db, async (trx) => [
          await addDevice(trx, author, wanted),
          await findOwnDevice(trx, author, deviceId),
        ]);
        actors.clear();
        setDeviceCookie(reply, deviceToken);
        return sendJson(reply.code(201), JSON.stringify(device));
      },
    );

    app.delete<{ Params: DeviceParameter }>(
      '/me/devices/:id',
      {
        config: { access: 'signed-in', opensToDevices: true },
        schema: {
          tags: TAGS,
          operationId: 'endMyDevice',
          summary: 'Sign out of a device',
          description: '`current` is the device that sends the request.',
          params: DeviceParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const id = request.params.id === 'current' ? author.deviceId : request.params.id;
        if (id === null || !isUuid(id)) throw ownDeviceNotFound(request.params.id);
        await inTransaction(db, (trx) => endDevice(trx, author, id));
        actors.clear();
        if (id.toLowerCase() === author.deviceId) clearDeviceCookie(reply);
        return reply.code(204).send();
      },
    );

    app.put<{ Body: DeviceReport }>(
      '/me/devices/current/report',
      {
        config: { access: 'signed-in', opensToDevices: true },
        schema: {
          tags: TAGS,
          operationId: 'reportUnsent',
          summary: 'Report the unsent data of this device',
          description: 'Devices only; returns 403 for other callers.',
          body: DeviceReport,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await reportUnsent(db, actorOf(request), request.body);
        return reply.code(204).send();
      },
    );

    app.post(
      '/me/devices/current/erased',
      {
        // A device that must erase its data is no longer allowed anything else, so it cannot be authenticated here.
        config: { access: 'anonymous' },
        schema: {
          tags: TAGS,
          operationId: 'confirmErasure',
          summary: 'Confirm that this device has erased its data',
          description:
            'Call this after a problem of the type `urn:ronda:device-erasure-requested`, with the cookie of that device and with `X-Requested-With: ronda-device`. It can be repeated; for other callers it changes nothing.',
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        rejectCrossSiteRequest(request, publicUrl);
        const deviceToken = isFromDevice(request) ? readDeviceCookie(request) : undefined;
        const isErased = await inTransaction(db, (trx) =>
          confirmErasure(trx, deviceToken, originOf(request)),
        );
        if (isErased) clearDeviceCookie(reply);
        return reply.code(204).send();
      },
    );
  };

const everyDeviceRoutes =
  ({ db, actors }: DeviceServices) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: DeviceQuery }>(
      '/devices',
      {
        config: { access: ['Tasks.Manage', 'Users.Manage'] },
        schema: {
          tags: TAGS,
          operationId: 'listDevices',
          summary: 'List devices',
          description:
            'Users with `Users.Manage` see all devices; planners (`Tasks.Manage`) see those of people in the teams they plan. Includes when each device was last in contact and what it had not sent by then.',
          querystring: DeviceQuery,
          response: { 200: DevicePage },
        },
      },
      async (request, reply) => {
        const { after, limit: given, ...filter } = request.query;
        const limit = Number(given ?? limits.page);
        const found = await listDevices(db, actorOf(request), filter, { after: keyAfter(after), limit });
        const { rows, next } = pageOf(found, limit, placeOfDevice);
        return sendJson(reply, JSON.stringify({ devices: rows, next }));
      },
    );

    app.delete<{ Params: IdParameter; Querystring: DeviceRemovalQuery }>(
      '/devices/:id',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'revokeDevice',
          summary: 'Revoke a device',
          description:
            'Takes effect at the next contact of the device. Its data stays on the device, locked, unless `erase` is true. Without `erase`, a pending erasure is cancelled.',
          params: IdParameter,
          querystring: DeviceRemovalQuery,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { id: deviceId } = request.params;
        if (!isUuid(deviceId)) throw deviceNotFound(deviceId);
        const wanted = { deviceId, isErased: request.query.erase === 'true' };
        await inTransaction(db, (trx) => revokeDevice(trx, authorOf(request), wanted));
        actors.clear();
        return reply.code(204).send();
      },
    );
  };
