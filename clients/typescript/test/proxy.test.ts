import assert from "node:assert/strict";
import { test } from "node:test";
import { channelOptions, proxyRemark } from "../src/channel.js";
import { setEnvironment } from "./certificate.js";

const NOTHING = {
  grpc_proxy: "",
  https_proxy: "",
  http_proxy: "",
  no_grpc_proxy: "",
  no_proxy: "",
};

const cases: [Record<string, string>, string, string][] = [
  [{}, "bot.example:1", ""],
  [{ http_proxy: "http://p:1" }, "bot.example:1", "http_proxy"],
  [{ http_proxy: "http://p:1", grpc_proxy: "http://q:1" }, "bot.example:1", "grpc_proxy"],
  [{ http_proxy: "http://p:1", no_proxy: "a.example, bot.example" }, "bot.example:1", ""],
  [
    { http_proxy: "http://p:1", no_proxy: "bot.example", no_grpc_proxy: "x" },
    "bot.example:1",
    "http_proxy",
  ],
  [{ https_proxy: "http://p:1", no_proxy: "10.0.0.0/8" }, "10.1.2.3:1", ""],
  [{ https_proxy: "http://p:1", no_proxy: "11.0.0.0/8" }, "10.1.2.3:1", "https_proxy"],
  [{ http_proxy: "http://p:1" }, "127.0.0.1:1", ""],
  [{ http_proxy: "http://p:1" }, "localhost:1", ""],
  [{ http_proxy: "http://p:1" }, "[::1]:1", ""],
  [{ http_proxy: "http://p:1" }, "unix:/referee.sock", ""],
];

for (const [variables, target, used] of cases) {
  const named = JSON.stringify(variables);
  test(`the proxy for ${target} with ${named} is that of ${used || "nobody"}`, (t) => {
    setEnvironment(t, { ...NOTHING, ...variables });
    assert.equal(proxyRemark(target), used && `; ${used} sends the call through a proxy`);
  });
}

test("addresses of this machine have no proxy", () => {
  assert.equal(channelOptions("127.0.0.1:1")["grpc.enable_http_proxy"], 0);
  assert.equal(channelOptions("referee.example:1")["grpc.enable_http_proxy"], undefined);
});
