// Stands in for @aws-sdk/endpoint-cache, where the client would keep the endpoints that it discovers: ours discovers none.

export class EndpointCache {}
