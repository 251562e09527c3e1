/**
 * A relay on this machine: node relay.mjs [PORT]. It prints its port when ready, and exits at the end of its input.
 *
 * It stores nothing. @nostr-relay decides which events it accepts, and to whom it forwards them.
 */

import process from "node:process";
import { EventRepository } from "../../../../web/node_modules/@nostr-relay/common/dist/index.js";
import { NostrRelay } from "../../../../web/node_modules/@nostr-relay/core/dist/index.js";
import { Validator } from "../../../../web/node_modules/@nostr-relay/validator/dist/index.js";
import { WebSocketServer } from "../../../../web/node_modules/ws/wrapper.mjs";

class Nothing extends EventRepository {
  isSearchSupported() {
    return false;
  }
  upsert() {
    return { isDuplicate: false };
  }
  find() {
    return [];
  }
  async destroy() {
    // nothing to do
  }
}

const relay = new NostrRelay(new Nothing());
const validator = new Validator();
const server = new WebSocketServer({ host: "127.0.0.1", port: Number(process.argv[2] ?? 0) });
server.on("connection", (socket) => {
  relay.handleConnection(socket);
  socket.on("close", () => relay.handleDisconnect(socket));
  socket.on("message", async (data) => {
    try {
      await relay.handleMessage(socket, await validator.validateIncomingMessage(data));
    } catch (error) {
      socket.send(JSON.stringify(["NOTICE", error.message]));
    }
  });
});
server.on("listening", () => console.log(server.address().port));
process.stdin.on("end", () => process.exit()).resume();
