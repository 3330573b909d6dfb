package pulumi

// Mapped maps any provider as [Info] maps ours.
var Mapped = mapped
